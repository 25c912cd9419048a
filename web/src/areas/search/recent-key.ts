/** The name under which this browser keeps what was searched for. */
export const RECENT_SEARCHES = 'tl.searches'
