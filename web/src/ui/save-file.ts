/** Hands a file that the page has made or fetched to the browser's downloads. */
export function saveFile(content: Blob, name: string) {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/**
 * What is answered as an attachment: the browser saves it, and the page stays where it is. With a name, which only
 * addresses of our own host can have, it stays also where the answer is a refusal.
 */
export function saveFrom(address: string, name?: string) {
  const link = document.createElement('a')
  link.href = address
  link.rel = 'noreferrer'
  if (name !== undefined) link.download = name
  link.click()
}
