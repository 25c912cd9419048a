const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** The smallest picture there is, in the part that the call declares. */
export function picture(field: string) {
  const form = new FormData()
  form.append(field, new Blob([Buffer.from(PIXEL, 'base64')], { type: 'image/png' }), 'picture.png')
  return form
}
