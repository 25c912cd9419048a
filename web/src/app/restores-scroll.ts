let shown = ''

/**
 * Only another page is scrolled to where it was left. Within one page the router would scroll what took the place of
 * something else, such as the panel of the next step, to where that was.
 */
export function restoresScroll({ location: { pathname } }: { location: { pathname: string } }): boolean {
  const isOther = pathname !== shown
  shown = pathname
  return isOther
}
