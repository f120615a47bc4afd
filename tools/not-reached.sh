#!/bin/sh
# Whether the messages of pip on standard input say that there was nothing to download from: no connection, or an index that has
# no version of a package. Another error of pip is a fault.
exec grep -Eq 'from versions: none\)|NewConnectionError|Failed to establish a new connection|ConnectTimeout|ReadTimeout|ProxyError|Connection (refused|reset|aborted|broken|timed out)|Temporary failure in name resolution|Network is unreachable'
