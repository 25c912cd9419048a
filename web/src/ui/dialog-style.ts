export const dialogBackdrop = 'fade-motion fixed inset-0 z-(--z-dialog) bg-(--scrim)'

export const dialogBox =
  'fade-motion fixed top-1/2 left-1/2 z-(--z-dialog) max-w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 rounded-xl ' +
  'border bg-overlay shadow-lg outline-none'
