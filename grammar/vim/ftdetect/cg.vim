au BufRead,BufNewFile *.cg setfiletype cg
