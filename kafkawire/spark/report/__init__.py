"""The report: one page, with the tables behind it, of what Kafka's clients and brokers said.

queries     what is asked of the tables, as SQL: answers are small
facts       the answers
words       what was found, in sentences, each with what to do
figures     drawn with plotly
sections    the page's parts: their figures and tables
page        the page: one file that asks nobody for anything
making      captures to tables to the page
"""

from kafkawire.spark.report.making import make, make_tables

__all__ = ["make", "make_tables"]
