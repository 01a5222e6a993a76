#!/bin/sh
# A bot for Neuroshima Hex in a few lines of shell: it plays the last action on the list of legal ones.
block=
while read -r word rest; do
    case $block:$word in
    *:quit) exit 0 ;;
    *:) ;;
    :neurohex-bot) printf 'neurohex-bot 1\nname last\ndeterministic yes\nready\n' ;;
    :game | :decide) block=$word ;;
    game:end) block= && echo ready ;;
    decide:legal) number=${rest%% *} ;;
    decide:go) block= && echo "action $number" ;;
    :*) echo "error not understood: $word" ;;
    esac
done
exit 0
