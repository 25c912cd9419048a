import type { WebsiteContent, WebsiteElement } from '@throughline/contracts/website-content'
import type { Website } from '@throughline/contracts/websites'
import { useMemo } from 'react'
import type { DraftKind } from '../../../shared/draft/reduce.ts'
import { DraftSession, useDraft } from '../../../shared/draft/session.ts'
import { readWebsite, websiteCalls } from '../websites.api.ts'
import { mergeWebsites, sameWebsite } from './merge.ts'
import { contentOf } from './model.ts'

const WEBSITES: DraftKind<Website, WebsiteContent, WebsiteElement> = {
  contentOf,
  isSame: sameWebsite,
  merge: mergeWebsites,
  create: websiteCalls.create,
  save: ({ id, version }, content) => websiteCalls.save(id, content, version),
  read: ({ id }) => readWebsite(id),
}

export type WebsiteSession = DraftSession<Website, WebsiteContent, WebsiteElement>

export const openSession = (website: Website | null, content: WebsiteContent): WebsiteSession =>
  new DraftSession(WEBSITES, website, content)

/** One website while somebody works on it: its content, the way back, and what is saved of it. */
export function useSite(session: WebsiteSession) {
  const { stored: website, ...state } = useDraft(session)
  const { content, base } = state
  const dirty = useMemo(() => !sameWebsite(content, base), [content, base])
  return {
    ...state,
    website,
    session,
    /** Never saved, or changed since. */
    unsaved: website === null || dirty,
    dirty,
    edit: session.edit,
    undo: () => session.tell({ type: 'undone' }),
    redo: () => session.tell({ type: 'redone' }),
  }
}

export type Site = ReturnType<typeof useSite>

/** Of the content as it is by then: colleagues may have changed it since a dialog was opened. */
export type EditSite = (change: (content: WebsiteContent) => WebsiteContent, typing?: string) => void
