import type { Egress } from '../egress/egress.ts'
import { EgressError } from '../egress/egress-error.ts'
import { AppError, invalid } from '../errors.ts'

/** The bytes behind an address that somebody gave for a picture; what they are is seen when they are drawn anew. */
export async function fetchPicture(egress: Egress, url: string, maxBytes: number, tooLarge: string): Promise<Buffer> {
  try {
    const { status, body } = await egress.fetch(url, { maxBytes })
    if (status === 200) return body
  } catch (error) {
    if (!(error instanceof EgressError)) throw error
    if (error.reason === 'too_large') throw new AppError(413, 'file_too_large', tooLarge)
    if (error.reason === 'address_refused' || error.reason === 'url_refused') {
      throw invalid('Images can only be loaded from a public https address')
    }
  }
  throw invalid('The image couldn’t be loaded from this address')
}
