import { useQuery } from '@tanstack/react-query'
import type { WebsiteContent } from '@throughline/contracts/website-content'
import type { Website } from '@throughline/contracts/websites'
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
  content: WebsiteContent
  formName: (id: string | null) => string
}

/** The page as visitors get it, for a frame without scripts; forms are named instead of shown. */
export function siteHtml({ websiteId, content, formName }: DrawnSite, page: number): string {
  const drawn = renderPage(
    {
      content,
      base: '#',
      pictureUrl: (id) => (websiteId === undefined ? undefined : `/v1/websites/${websiteId}/pictures/${id}/`),
      formOf: () => undefined,
      editing: { formName: (id) => (id === null ? texts.noForm : formName(id)), nonce: nonceOfPage() },
    },
    page,
  )
  return inertHtml(drawn?.html ?? '')
}

export function useSiteHtml(website: Website | null, content: WebsiteContent) {
  const formName = useFormNames(website)
  const websiteId = website?.id
  return useCallback((page: number) => siteHtml({ websiteId, content, formName }, page), [websiteId, content, formName])
}
