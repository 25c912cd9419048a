// Runs before the first paint, so that a dark page never flashes white. The rules are those of src/ui/theme.ts.
;(() => {
  const root = document.documentElement
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null // Storage can be forbidden; the system's theme is used then.
    }
  }
  const choice = read('theme')
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
  const density = read('density')
  if (density === 'compact' || density === 'comfortable') root.dataset.density = density
})()
