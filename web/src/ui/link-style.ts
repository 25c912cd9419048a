/** A link inside or under text. */
export const linkClass =
  'rounded-xs font-medium text-accent-text underline decoration-accent-line underline-offset-[3px] hover:decoration-current'

/** A link that stands alone: beside a label, at the end of a section. */
export const quietLinkClass = 'rounded-xs text-accent-text hover:underline'
