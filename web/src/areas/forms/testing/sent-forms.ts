import { beforeEach, vi } from 'vitest'

/** The texts of what was sent as a form, each as the server reads it. Fills itself anew in every test. */
export function useSentForms() {
  const sent: Record<string, string>[] = []
  beforeEach(() => {
    sent.length = 0
    vi.spyOn(FormData.prototype, 'set').mockImplementation(function (
      this: FormData,
      name: string,
      value: string | Blob,
    ) {
      if (name === 'title') sent.push({})
      const body = sent.at(-1)
      if (body && typeof value === 'string') body[name] = value
      this.append(name, value)
    })
  })
  return {
    last: () => sent.at(-1),
    lastElements: (): unknown => JSON.parse(sent.at(-1)?.['elements'] ?? '[]'),
  }
}
