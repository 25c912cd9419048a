import type { WebsiteContent } from '@throughline/contracts/website-content'
import type { Website, WebsitePicture } from '@throughline/contracts/websites'
import { formIdsIn } from '@throughline/flow/site-check'
import { renderPage } from '@throughline/flow/site-view'
import { useCallback } from 'react'
import { texts } from '../builder.texts.ts'
import { useFormTitles } from './form-choices.ts'

/** Forms by their names, for the canvas. */
function useFormNames(website: Website | null, content: WebsiteContent) {
  const titles = useFormTitles(website, formIdsIn(content))
  return useCallback(
    (id: string | null) => [texts.kinds.form, titles.get(id ?? '')].filter(Boolean).join(': '),
    [titles],
  )
}

let policy: { createHTML: (html: string) => string } | undefined

/** For a document in which nothing runs: the frame of the canvas, and what is read from the clipboard. */
export function inertHtml(html: string): string {
  policy ??= window.trustedTypes?.createPolicy('throughline-site', { createHTML: (written) => written })
  return policy ? policy.createHTML(html) : html
}

const nonceOfPage = () => document.querySelector<HTMLMetaElement>('meta[name="tl-nonce"]')?.content ?? ''

export const pictureUrl = (websiteId: string, id: string) => `/v1/websites/${websiteId}/pictures/${id}/`

type DrawnSite = {
  websiteId: string | undefined
  /** How its pictures were drawn, as far as it is known. */
  pictures?: readonly WebsitePicture[] | undefined
  content: WebsiteContent
  formName: (id: string | null) => string
}

/** The page as visitors get it, for a frame without scripts; forms are named instead of shown. */
export function siteHtml({ websiteId, pictures = [], content, formName }: DrawnSite, page: number): string {
  const drawn = renderPage(
    {
      content,
      base: '#',
      pictureOf: (id) =>
        websiteId === undefined
          ? undefined
          : { url: pictureUrl(websiteId, id), drawn: pictures.find((one) => one.id === id) },
      formOf: () => undefined,
      editing: { formName: (id) => (id === null ? texts.noForm : formName(id)), nonce: nonceOfPage() },
    },
    page,
  )
  return inertHtml(drawn?.html ?? '')
}

export function useSiteHtml(website: Website | null, content: WebsiteContent) {
  const formName = useFormNames(website, content)
  const { id: websiteId, pictures } = website ?? {}
  return useCallback(
    (page: number) => siteHtml({ websiteId, pictures, content, formName }, page),
    [websiteId, pictures, content, formName],
  )
}
