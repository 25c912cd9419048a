/** Shared by menus, selects and comboboxes, so that all lists of choices look the same. */
export const popupLayer = 'z-(--z-popover) outline-none'

export const popupBox =
  'popup-motion max-h-[min(26rem,var(--available-height))] overflow-y-auto rounded-lg border bg-overlay p-1 shadow-lg ' +
  'outline-none'

export const popupItem =
  'flex min-h-8 items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none select-none data-highlighted:bg-surface-3 ' +
  'data-disabled:text-fg-disabled'

export const popupLabel = 'px-2 pt-2 pb-1 text-xs font-medium text-fg-3'
