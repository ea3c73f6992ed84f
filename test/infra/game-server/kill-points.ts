/** The processes of a script are in a group of their own, so that a fault can kill them all. The script begins with this line. */
export const leadGroup = '[ -n "${LEADER:-}" ] || LEADER=$$ exec setsid bash "$0" "$@"';

/** Makes a script with a shebang the leader. A text in place of the function would lose one of the two dollar signs. */
export const leadingItsGroup = (script: string) => script.replace('\n', () => `\n${leadGroup}\n`);

/** Kills all processes of a script, which has made itself the leader, from a command of it. */
export const killGroup = 'kill -9 -- "-$LEADER"; kill -9 0';
