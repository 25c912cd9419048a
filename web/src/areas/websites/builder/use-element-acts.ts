import {
  MAX_PAGE_ELEMENTS,
  type WebsiteElement,
  type WebsiteElementType,
  type WebsitePage,
} from '@throughline/contracts/website-content'
import { useState } from 'react'
import { toast } from '../../../ui/toast.ts'
import { texts } from '../builder.texts.ts'
import {
  addElement,
  changeElement,
  changePicture,
  duplicateElement,
  isFull,
  placeElement,
  removeElement,
} from './model.ts'
import type { Site } from './use-site.ts'

/** The server takes no more, so that one too many is refused here; says so. */
function refuseFull(page: Pick<WebsitePage, 'elements'>): boolean {
  if (!isFull(page)) return false
  toast.warning(texts.elementsFull(MAX_PAGE_ELEMENTS), { id: 'page-full' })
  return true
}

/** What can be done to the elements of the page on the canvas; moves are said aloud. */
export function useElementActs(
  site: Site,
  page: string,
  selected: string | undefined,
  select: (id: string | undefined) => void,
) {
  const [announcement, announce] = useState('')
  const { pages } = site.content
  const elements = pages.find(({ id }) => id === page)?.elements ?? []
  const at = (id: string) => elements.findIndex((one) => one.id === id)

  /** To a place on the page, as it is counted without the element itself. */
  const moveTo = (id: string, to: number) => {
    const element = elements[at(id)]
    if (!element || to < 0 || to >= elements.length || to === at(id)) return
    const after = elements.filter((one) => one.id !== id)[to - 1]?.id
    site.edit((content) => placeElement(content, id, { page, after }))
    announce(texts.movedTo(texts.kinds[element.type], to + 1, elements.length))
  }

  const acts = {
    /** Below the selected element unless it is said where; `null` is the top. */
    add: (type: WebsiteElementType, after: string | null | undefined = selected) => {
      if (refuseFull({ elements })) return
      const { content, id } = addElement(site.content, page, type, after)
      site.edit(() => content)
      select(id)
    },
    change: (element: WebsiteElement) =>
      site.edit((content) => changeElement(content, page, element), `${page} ${element.id}`),
    changePicture: (id: string, picture: string) => site.edit((content) => changePicture(content, page, id, picture)),
    move: (id: string, by: number) => moveTo(id, at(id) + by),
    moveToTop: (id: string) => moveTo(id, 0),
    moveToEnd: (id: string) => moveTo(id, elements.length - 1),
    moveBelow: (id: string, after: string | null) => {
      const others = elements.filter((one) => one.id !== id)
      moveTo(id, after === null ? 0 : others.findIndex((one) => one.id === after) + 1)
    },
    moveToPage: (id: string, to: string) => {
      const element = elements[at(id)]
      const target = pages.find((one) => one.id === to)
      if (!element || !target || refuseFull(target)) return
      select((elements[at(id) + 1] ?? elements[at(id) - 1])?.id)
      site.edit((content) => placeElement(content, id, { page: to, after: target.elements.at(-1)?.id }))
      announce(texts.movedToPage(texts.kinds[element.type], target.title))
    },
    duplicate: (id: string) => {
      if (refuseFull({ elements })) return
      const copy = duplicateElement(site.content, page, id)
      site.edit(() => copy.content)
      select(copy.id)
    },
    remove: (id: string) => {
      const next = elements[at(id) + 1] ?? elements[at(id) - 1]
      site.edit((content) => removeElement(content, page, id))
      select(next?.id)
    },
  }
  return { acts, elements, announcement, otherPages: pages.filter(({ id }) => id !== page) }
}

export type ElementActs = ReturnType<typeof useElementActs>['acts']
