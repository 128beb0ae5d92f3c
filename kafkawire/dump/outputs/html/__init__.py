"""A page that needs no server: a directory to be opened, sent and kept.

    index.html          the page, with its style and its script in it
    data/meta.js        counts, connections, the moment that times count from
    data/list-N.js      rows of the list, some thousands in each file
    data/detail-N.js    what is shown of a selected exchange, some dozens in each file

A browser reads no files for a page from a disk, but it runs scripts: every data file is a script
that hands an object to the page, loaded when it is needed. All text reaches the page as text.
"""
