/** Tabs and link tabs look alike; a link tab says `aria-current="page"`. */
export const tabRow = 'flex items-stretch gap-5'

/** Link tabs in the 56 px header of a screen, their line upon its border; on a phone a line of their own. */
export const headerTabs = `${tabRow} h-13.75 max-[759px]:order-last max-[759px]:-mb-2 max-[759px]:h-9 max-[759px]:w-full`

export const tabLine =
  'inset-focus inline-flex items-center gap-1.5 border-b-2 border-transparent pt-0.5 text-sm whitespace-nowrap text-fg-2 ' +
  'hover:text-fg data-disabled:text-fg-disabled data-active:border-accent data-active:font-medium data-active:text-fg ' +
  'aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-fg'

export const tabCount = 'tnum text-xs font-normal text-fg-3'
