import { useQuery } from '@tanstack/react-query'
import type { WebsiteContent } from '@throughline/contracts/website-content'
import type { Website, WebsitePicture } from '@throughline/contracts/websites'
import { renderPage } from '@throughline/flow/site-view'
import { useCallback, useMemo } from 'react'
import { texts } from '../builder.texts.ts'
import { formChoicesQuery } from './form-choices.ts'

/** Forms by their names, for the canvas; those of the draft are known although they are not published. */
function useFormNames(website: Website | null) {
  const { data = [] } = useQuery(formChoicesQuery)
  return useMemo(() => {
    const names = new Map([...(website?.forms ?? []), ...data].map(({ id, title }) => [String(id), title]))
    return (id: string | null) => `${texts.kinds.form}: ${names.get(id ?? '') ?? texts.noForm}`
  }, [website, data])
}

let policy: { createHTML: (html: string) => string } | undefined

/** For a document in which nothing runs: the frame of the canvas, and what is read from the clipboard. */
export function inertHtml(html: string): string {
  policy ??= window.trustedTypes?.createPolicy('throughline-site', { createHTML: (written) => written })
  return policy ? policy.createHTML(html) : html
}

const nonceOfPage = () => document.querySelector<HTMLMetaElement>('meta[name="tl-nonce"]')?.content ?? ''

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
          : { url: `/v1/websites/${websiteId}/pictures/${id}/`, drawn: pictures.find((one) => one.id === id) },
      formOf: () => undefined,
      editing: { formName: (id) => (id === null ? texts.noForm : formName(id)), nonce: nonceOfPage() },
    },
    page,
  )
  return inertHtml(drawn?.html ?? '')
}

export function useSiteHtml(website: Website | null, content: WebsiteContent) {
  const formName = useFormNames(website)
  const { id: websiteId, pictures } = website ?? {}
  return useCallback(
    (page: number) => siteHtml({ websiteId, pictures, content, formName }, page),
    [websiteId, pictures, content, formName],
  )
}
