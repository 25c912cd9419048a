import type { WebsiteContent, WebsiteElement, WebsitePage } from '@throughline/contracts/website-content'
import { arranged, byId, type Choices, type Conflict, Merging, same } from '../../../shared/draft/merging.ts'

type Pages = readonly WebsitePage[]
type Sides<T> = { base: T; mine: T; theirs: T }
type Placed = { id: string; page: string; element: WebsiteElement }

const placedIn = (pages: Pages): Map<string, Placed> =>
  byId(pages.flatMap(({ id: page, elements }) => elements.map((element) => ({ id: element.id, page, element }))))

/** Each element with what both did to it; one that a side moved to another page is there. */
function mergedElements(merging: Merging<WebsiteElement>, { base, mine, theirs }: Sides<Pages>): Map<string, Placed> {
  const [b, m, t] = [placedIn(base), placedIn(mine), placedIn(theirs)]
  const kept = new Map<string, Placed>()
  for (const id of new Set([...t.keys(), ...m.keys()])) {
    const [old, my, their] = [b.get(id), m.get(id), t.get(id)]
    const about = my ?? their
    const merged =
      old && my && their
        ? {
            id,
            page: merging.pick(`${id}/page`, old.page, my.page, their.page, { element: my.element, field: 'page' }),
            element: merging.record(id, old.element, my.element, their.element, { element: my.element }),
          }
        : // One side took it away: unless the other changed it, it goes.
          merging.pick(id, old, my, their, { ...(about && { element: about.element }) }, my ? 'mine' : 'theirs')
    if (merged) kept.set(id, merged)
  }
  return kept
}

/** Undefined where it is gone. A page that only one side still has is decided upon as a whole. */
function mergedPage(
  merging: Merging<WebsiteElement>,
  { base, mine, theirs }: Sides<WebsitePage | undefined>,
  id: string,
  placed: ReadonlyMap<string, Placed>,
): WebsitePage | undefined {
  if (!base || !mine || !theirs) {
    const whole = merging.pick(`page ${id}`, base, mine, theirs, { field: 'page' }, mine ? 'mine' : 'theirs')
    const isElsewhere = (one: WebsiteElement) => (placed.get(one.id)?.page ?? id) !== id
    return whole && { ...whole, elements: whole.elements.filter((one) => !isElsewhere(one)) }
  }
  const facts = (page: WebsitePage) => {
    const { elements: _, ...rest } = page
    return rest
  }
  const here = new Map([...placed].flatMap(([key, one]) => (one.page === id ? [[key, one.element]] : [])))
  return {
    ...merging.record(`page ${id}`, facts(base), facts(mine), facts(theirs)),
    elements: arranged({ base: base.elements, mine: mine.elements, theirs: theirs.elements }, here),
  }
}

const alsoIn = (others: Pages, pages: Pages) => pages.filter(({ id }) => others.some((page) => page.id === id))

function mergedPages(merging: Merging<WebsiteElement>, sides: Sides<Pages>): WebsitePage[] {
  const { base, mine, theirs } = sides
  // What stands on a page that one side deleted is decided upon with that page.
  const common = alsoIn(mine, alsoIn(theirs, base))
  const added = (pages: Pages) => pages.filter(({ id }) => !base.some((page) => page.id === id))
  const elements = mergedElements(merging, {
    base: common,
    mine: [...alsoIn(common, mine), ...added(mine)],
    theirs: [...alsoIn(common, theirs), ...added(theirs)],
  })
  const [b, m, t] = [byId(base), byId(mine), byId(theirs)]
  const kept = new Map<string, WebsitePage>()
  for (const id of new Set([...t.keys(), ...m.keys()])) {
    const page = mergedPage(merging, { base: b.get(id), mine: m.get(id), theirs: t.get(id) }, id, elements)
    if (page) kept.set(id, page)
  }
  return arranged(sides, kept)
}

/** Everything that either side did since `base`. Only a place that both changed differently asks which of the two. */
export function mergeWebsites(
  base: WebsiteContent,
  mine: WebsiteContent,
  theirs: WebsiteContent,
  take: Choices = {},
): { content: WebsiteContent; conflicts: Conflict<WebsiteElement>[] } {
  const merging = new Merging<WebsiteElement>(take)
  const pages = mergedPages(merging, { base: base.pages, mine: mine.pages, theirs: theirs.pages })
  const content: WebsiteContent = {
    title: merging.pick('title', base.title, mine.title, theirs.title),
    header_config: merging.record('header', base.header_config, mine.header_config, theirs.header_config),
    footer_config: merging.record('footer', base.footer_config, mine.footer_config, theirs.footer_config),
    pages,
  }
  return { content, conflicts: merging.conflicts }
}

export const sameWebsite = (one: WebsiteContent, other: WebsiteContent): boolean =>
  one === other ||
  (one.title === other.title &&
    same(one.header_config, other.header_config) &&
    same(one.footer_config, other.footer_config) &&
    one.pages.length === other.pages.length &&
    // Most are the very same, and nothing of those is read.
    one.pages.every((page, at) => same(page, other.pages[at])))
