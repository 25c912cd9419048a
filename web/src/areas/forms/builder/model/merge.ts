import type { FormElement } from '@throughline/contracts/form-content'
import { arranged, byId, type Choices, type Conflict, Merging, same } from '../../../../shared/draft/merging.ts'
import type { Content } from './content.ts'
import { renamed } from './edits.ts'
import { nextId } from './elements.ts'

/** Both added something under the same id: mine gets one that is free, so that neither is lost. */
function withoutClashes(base: Content, mine: Content, theirs: Content): Content {
  const [old, theirOwn] = [byId(base.elements), byId(theirs.elements)]
  const ids = new Map<string, string>()
  const taken = new Set([...mine.elements, ...theirs.elements].map(({ id }) => id))
  for (const element of mine.elements) {
    const other = theirOwn.get(element.id)
    if (old.has(element.id) || !other || same(other, element)) continue
    const id = nextId(element.type, taken)
    taken.add(id)
    ids.set(element.id, id)
  }
  return ids.size === 0 ? mine : { ...mine, elements: renamed(mine.elements, ids) }
}

/** Everything that either side did since `base`. Only a place that both changed differently asks which of the two. */
export function mergeContent(
  base: Content,
  own: Content,
  theirs: Content,
  take: Choices = {},
): { content: Content; conflicts: Conflict<FormElement>[] } {
  const mine = withoutClashes(base, own, theirs)
  const merging = new Merging<FormElement>(take)
  const [b, m, t] = [byId(base.elements), byId(mine.elements), byId(theirs.elements)]
  const kept = new Map<string, FormElement>()
  for (const id of new Set([...t.keys(), ...m.keys()])) {
    const [old, my, their] = [b.get(id), m.get(id), t.get(id)]
    const element = my ?? their
    const merged =
      old && my && their
        ? merging.record(id, old, my, their, { element: my })
        : // One side took it away: unless the other changed it, it goes.
          merging.pick(id, old, my, their, { ...(element && { element }) }, my ? 'mine' : 'theirs')
    if (merged) kept.set(id, merged)
  }
  const content: Content = {
    title: merging.pick('title', base.title, mine.title, theirs.title),
    description: merging.pick('description', base.description, mine.description, theirs.description),
    settings: merging.record('settings', base.settings, mine.settings, theirs.settings),
    banner: merging.pick('banner', base.banner, mine.banner, theirs.banner),
    elements: arranged({ base: base.elements, mine: mine.elements, theirs: theirs.elements }, kept),
  }
  return { content, conflicts: merging.conflicts }
}
