"""Examples and exit codes that `kafkawire-spark --help` shows."""

from __future__ import annotations

EXAMPLES = """examples:
  kafkawire-spark report traffic.pcapng --out report     then open report/index.html
  kafkawire-spark tables 'captures/*.pcap.zst' --out tables
  kafkawire-spark schema requests
  kafkawire-spark doctor
  kafkawire-spark COMMAND --help

on a cluster, the same command by spark-submit:
  kafkawire-spark zip kafkawire.zip
  spark-submit --master spark://host:7077 --py-files kafkawire.zip \\
      "$(kafkawire-spark --script)" report /mnt/captures/day-1.pcapng --out /mnt/reports/day-1
captures are files that driver and executors see under the same path
"""
EXIT_CODES = """exit codes:
  0  it is done, and nothing was wrong
  1  Spark failed, or the doctor found something
  2  the command line is wrong, or an input or output cannot be opened
  130  it was interrupted (Ctrl-C)
"""
AGAIN = """An input that is given again replaces what it gave before; others stay.
Captures of up to 32 MiB together are decoded by this process, unless --master names a Spark.

"""
WORK_EXAMPLES = """examples:
  kafkawire-spark {name} traffic.pcapng --out {name}
  kafkawire-spark {name} day-1.pcapng day-2/ 'more/*.pcap.gz' --out {name}
  kafkawire-spark {name} traffic.pcapng --out {name} --conf spark.driver.memory=4g

"""
DOCTOR_EXAMPLES = """examples:
  kafkawire-spark doctor
  kafkawire-spark doctor --master spark://host:7077

"""
SCHEMA_EXAMPLES = """examples:
  kafkawire-spark schema
  kafkawire-spark schema fetch_sessions
"""
COMPACT_EXAMPLES = """example:
  kafkawire-spark compact report/tables

Write nothing to the tables meanwhile. A query that reads a table may miss an input for a moment.
"""
ZIP_EXAMPLES = """example:
  kafkawire-spark zip kafkawire.zip
  spark-submit --py-files kafkawire.zip ...
"""
