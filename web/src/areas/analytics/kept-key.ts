/** Under names that begin so the browser keeps the last good figures. Emptied at log-out. */
export const KEPT_FIGURES = 'tl.analytics.'
