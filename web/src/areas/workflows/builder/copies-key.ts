/** Begins the names under which this browser keeps what has not reached the server yet. */
export const LOCAL_COPIES = 'tl.draft.'
