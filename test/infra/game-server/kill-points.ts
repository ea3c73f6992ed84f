/** The processes of a script are in a group of their own, so that a fault can kill them all. The script begins with this line. */
export const leadGroup = '[ -n "${LEADER:-}" ] || LEADER=$$ exec setsid bash "$0" "$@"';

/** Kills all processes of a script, which has made itself the leader, from a command of it. */
export const killGroup = 'kill -9 -- "-$LEADER"; kill -9 0';
