import {
  type BannerMetadata,
  DEFAULT_SUBMIT_TEXT,
  type FormContent,
  type FormElement,
  type FormSettings,
} from '@throughline/contracts/form-content'
import type { Form } from '@throughline/contracts/forms'
import { same } from '../../../../shared/draft/merging.ts'
import type { FormSeed } from '../../starters.ts'

/** Where the picture of a banner comes from: one that is kept already, one that is sent, one that is fetched. */
export type BannerSource =
  | { kind: 'kept'; id: string; address: string }
  | { kind: 'file'; file: File }
  | { kind: 'url'; url: string }
export type Banner = BannerMetadata & { source: BannerSource }

/** A form as it is edited. */
export type Content = {
  title: string
  description: string
  elements: readonly FormElement[]
  settings: FormSettings
  banner: Banner | null
}

export const newContent = ({ title, description, elements }: FormSeed): Content => ({
  title,
  description,
  elements,
  settings: { submitButtonText: DEFAULT_SUBMIT_TEXT },
  banner: null,
})

export function contentOf(form: Form): Content {
  const { title, description, elements, settings, headerBanner, header_banner_document_id: id } = form
  const banner = headerBanner &&
    id && {
      altText: headerBanner.altText,
      height: headerBanner.height,
      source: { kind: 'kept' as const, id, address: headerBanner.imageUrl },
    }
  return { title, description, elements, settings, banner: banner || null }
}

/** As `flow` reads it: a banner that is not sent yet has no name there. */
export function asFormContent({ banner, elements, ...rest }: Content): FormContent {
  const kept = banner?.source.kind === 'kept' ? banner.source.id : undefined
  return {
    ...rest,
    elements: [...elements],
    banner: banner && kept ? { altText: banner.altText, height: banner.height, id: kept } : null,
  }
}

const sameBanner = (a: Banner | null, b: Banner | null): boolean =>
  a === b ||
  (a !== null &&
    b !== null &&
    a.altText === b.altText &&
    a.height === b.height &&
    a.source.kind === 'kept' &&
    b.source.kind === 'kept' &&
    a.source.id === b.source.id)

/** Whether both say the same; a file that was chosen is only the same as itself. */
export const sameContent = (a: Content, b: Content): boolean =>
  a === b ||
  (a.title === b.title &&
    a.description === b.description &&
    sameBanner(a.banner, b.banner) &&
    same(a.settings, b.settings) &&
    a.elements.length === b.elements.length &&
    // Most are the very same, and nothing of those is read.
    a.elements.every((element, at) => same(element, b.elements[at])))
