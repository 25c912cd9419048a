/** Resolves when the browser says that it has a connection again; at once where it has one. */
export const online = () =>
  new Promise<void>((resolve) => {
    if (navigator.onLine) resolve()
    else addEventListener('online', () => resolve(), { once: true })
  })

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
