import type { WebsiteContent } from '@throughline/contracts/website-content'
import type { SiteFacts } from '@throughline/flow/site-check'
import { type Config, respondentOrigin, sitesOrigin } from '../../core/config.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { formsNamed } from '../forms/forms.public.ts'
import { pictureIds } from './pictures.queries.ts'

export const publicUrl = (config: Config, id: string) => `${sitesOrigin(config)}/public/websites/${id}`

/** Each form that its pages show, once. */
export const formIdsIn = ({ pages }: WebsiteContent): string[] => [
  ...new Set(
    pages.flatMap(({ elements }) =>
      elements.flatMap((element) => (element.type === 'form' && element.form_id !== null ? [element.form_id] : [])),
    ),
  ),
]

/** A form that the website shows; without an address where nobody can fill it in. */
export interface ShownForm {
  id: string
  title: string
  url: string | null
}

export async function shownForms(tx: ReadTx, config: Config, content: WebsiteContent): Promise<ShownForm[]> {
  const ids = formIdsIn(content)
  const found = ids.length === 0 ? [] : await formsNamed(tx.db, tx.tenantId, ids)
  return found.map(({ id, title, is_published }) => ({
    id,
    title,
    url: is_published ? `${respondentOrigin(config)}/public/forms/${id}` : null,
  }))
}

export async function factsFor(tx: ReadTx, websiteId: string, forms: readonly ShownForm[]): Promise<SiteFacts> {
  const pictures = await pictureIds(tx.db, tx.tenantId, websiteId)
  const published = new Set(forms.filter(({ url }) => url !== null).map(({ id }) => id))
  return { hasPicture: (id) => pictures.has(id), isPublishedForm: (id) => published.has(id) }
}
