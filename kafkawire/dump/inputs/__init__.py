"""Where the bytes come from: captures, live interfaces, and the writer of captures.

A capture passes four layers, each of which knows only its own:

    pcap, pcapng    the file: packets with times and the kind of link they were seen on
    link            the link's header: where the IP packet begins
    ip              IPv4 and IPv6: who to whom, fragments put together
    tcp             streams: what each end sent, in order, and what of it nobody saw

`files` unpacks what is packed, and waits for files that grow. `captures` joins them and has, for
the packets that nearly all packets are like, a short cut through all four; `merging` makes one
capture of several. `live` takes its packets from the kernel. What comes out is
`kafkawire.dump.transport`, and `pcapng_writer` makes a capture of that again.
"""
