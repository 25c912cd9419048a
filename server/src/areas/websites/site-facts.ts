import type { WebsiteContent } from '@throughline/contracts/website-content'
import { formIdsIn, type SiteFacts } from '@throughline/flow/site-check'
import { type Config, respondentOrigin, sitesOrigin } from '../../core/config.ts'
import type { ReadTx } from '../../core/db/tenant-tx.ts'
import { formsNamed } from '../forms/forms.public.ts'
import { picturesNamed, type SitePictures } from './pictures.queries.ts'
import { picturesIn } from './site-pictures.ts'

export const publicUrl = (config: Config, id: string) => `${sitesOrigin(config)}/public/websites/${id}`

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

/** Those that the content names and the website has. */
export const shownPictures = ({ db, tenantId }: ReadTx, websiteId: string, content: WebsiteContent) =>
  picturesNamed(db, tenantId, websiteId, picturesIn(content.pages, content.header_config.logo))

export function factsFrom(pictures: SitePictures, forms: readonly ShownForm[]): SiteFacts {
  const published = new Set(forms.filter(({ url }) => url !== null).map(({ id }) => id))
  return { hasPicture: (id) => pictures.has(id), isPublishedForm: (id) => published.has(id) }
}
