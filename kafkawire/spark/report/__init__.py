"""The report: one page, with the tables behind it, of what Kafka's clients and brokers said.

queries     what is asked of the tables, as SQL: answers are small
facts       the answers
words       what was found, in sentences, each with what to do
figures     drawn with plotly
latency     percentiles where there are enough latencies
cells       columns of the page's tables
sections    the page's parts: their figures and tables
page        the page: one file that asks nobody for anything
inputs      what a command is given, looked at before Spark starts
making      captures to tables to the page
small       tables of small captures, without tasks
"""

from kafkawire.spark.report.making import TABLES, make, make_tables

__all__ = ["TABLES", "make", "make_tables"]
