#!/bin/sh
# A minimal Neuroshima Hex bot in shell. It always plays the last legal action.
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
