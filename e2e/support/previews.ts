import { expect, type Locator, type Page } from '@playwright/test'
import { getCsrf } from '@throughline/contracts/auth'
import { uploadDocument } from '@throughline/contracts/document-uploads'
import { type DocumentDetail, getDocument } from '@throughline/contracts/documents'
import { DocumentId } from '@throughline/contracts/ids'
import type { Caller } from './api.ts'

/** Any bytes under any name, sent by the page itself as the product's own form sends them. */
export async function sendBytes(
  page: Page,
  name: string,
  content: Buffer,
  about: Record<string, string> = {},
): Promise<DocumentId> {
  const id = await page.evaluate(
    async ({ csrf, path, field, fileName, base64, fields }) => {
      const { csrfToken } = await (await fetch(csrf)).json()
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const form = new FormData()
      form.append(field, new File([bytes], fileName))
      for (const [key, value] of Object.entries(fields)) form.append(key, value)
      const headers = { 'x-csrftoken': csrfToken, 'idempotency-key': crypto.randomUUID() }
      const answer = await fetch(path, { method: 'POST', headers, body: form })
      if (!answer.ok) throw new Error(await answer.text())
      return (await answer.json()).id
    },
    {
      csrf: getCsrf.path,
      path: uploadDocument.path,
      field: uploadDocument.file.field,
      fileName: name,
      base64: content.toString('base64'),
      fields: about,
    },
  )
  return DocumentId.parse(id)
}

const isBusy = ({ processing: { state, ...steps } }: DocumentDetail) =>
  state === 'quarantined' || (state === 'clean' && Object.values(steps).includes('waiting'))

/** Until nothing more is done with it. */
export async function processed({ call }: Caller, documentId: DocumentId): Promise<DocumentDetail> {
  let found: DocumentDetail | undefined
  await expect
    .poll(
      async () => {
        found = await call(getDocument, { params: { documentId } })
        return isBusy(found)
      },
      { message: `${found?.name ?? documentId} is processed`, timeout: 60_000 },
    )
    .toBe(false)
  if (!found) throw new Error(`there is no document ${documentId}`)
  return found
}

export const preview = (page: Page): Locator => page.getByRole('dialog')

/** A header of the browser's own would make the other origin be asked first whether it may be sent; pages send none. */
export const AS_PAGES_ASK = { extraHTTPHeaders: {} }
