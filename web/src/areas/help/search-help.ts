import type { Section, Topic } from './topics.ts'

/** A text in pieces; those that were searched for are marked. */
export type MarkedText = { text: string; hit: boolean }[]

export interface HelpResult {
  address: string
  topic: string
  title: MarkedText
  /** The sentence that says it. */
  line: MarkedText
}

/** People ask in sentences: "How do I snooze a message". */
const FILLER = new Set(
  'a an and are can do does for how i in is it my of on or the to what when where which with'.split(' '),
)

const WORD = /[\p{L}\p{N}]+/gu
const ENDINGS = /(?:ing|ed|s)$/
const SHORTEST_ROOT = 4

const foldedWord = (word: string): string => word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** What "snooze", "snoozed" and "snoozing" have in common; a word of the text fits if it begins with it. */
function rootOf(word: string): string {
  const cut = word.replace(ENDINGS, '')
  const root = cut.length >= SHORTEST_ROOT ? cut : word
  return root.length > SHORTEST_ROOT + 1 && root.endsWith('e') ? root.slice(0, -1) : root
}

function rootsIn(query: string): string[] {
  const words = [...query.matchAll(WORD)].map(([word]) => foldedWord(word))
  const telling = words.filter((word) => !FILLER.has(word))
  return [...new Set((telling.length > 0 ? telling : words).map(rootOf))]
}

const wordsIn = (text: string): string[] => [...text.matchAll(WORD)].map(([word]) => foldedWord(word))

const foundIn = (text: string, roots: readonly string[]): string[] => {
  const words = wordsIn(text)
  return roots.filter((root) => words.some((word) => word.startsWith(root)))
}

function marked(text: string, roots: readonly string[]): MarkedText {
  const pieces: MarkedText = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!roots.some((root) => foldedWord(word).startsWith(root))) continue
    if (index > end) pieces.push({ text: text.slice(end, index), hit: false })
    pieces.push({ text: word, hit: true })
    end = index + word.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), hit: false })
  return pieces
}

const textsOf = ({ body = [], steps = [], tip, keys = {} }: Section): string[] => [
  ...body,
  ...steps,
  ...(tip === undefined ? [] : [tip]),
  ...Object.values(keys),
]

const sentencesOf = (section: Section): string[] =>
  textsOf(section)
    .map((text) => text.replaceAll('`', ''))
    .flatMap((text) => text.split(/(?<=[.?!])\s+(?=\p{Lu})/u))
    .map((sentence) => sentence.replace(/\.$/, ''))

function resultOf(topic: Topic, section: Section, roots: readonly string[]) {
  const sentences = sentencesOf(section)
  const inTitle = foundIn(section.title, roots)
  const inTopic = foundIn(topic.title, roots)
  const inText = foundIn(sentences.join(' '), roots)
  const most = Math.max(...sentences.map((sentence) => foundIn(sentence, roots).length))
  const line = sentences.find((sentence) => foundIn(sentence, roots).length === most) ?? ''
  return {
    fits: new Set([...inTitle, ...inTopic, ...inText]).size,
    isNamed: inTitle.length > 0,
    weight: 4 * inTitle.length + 2 * inText.length + inTopic.length,
    result: {
      address: section.address,
      topic: topic.title,
      title: marked(section.title, roots),
      line: marked(line, roots),
    },
  }
}

/** The best first. */
const ratedBy = (topics: readonly Topic[], roots: readonly string[]) =>
  topics
    .flatMap((topic) => topic.sections.map((section) => resultOf(topic, section, roots)))
    .toSorted((a, b) => b.weight - a.weight)

/** The sections that match the most words, best first. */
export function searchHelp(topics: readonly Topic[], query: string): HelpResult[] {
  const rated = ratedBy(topics, rootsIn(query))
  const most = Math.max(...rated.map(({ fits }) => fits))
  if (most === 0) return []
  return rated.filter(({ fits }) => fits === most).map(({ result }) => result)
}

/** Sections with all of the words, and one of them in the title: what help has of its own among other things. */
export function helpAbout(topics: readonly Topic[], query: string): HelpResult[] {
  const roots = rootsIn(query)
  return ratedBy(topics, roots)
    .filter(({ fits, isNamed }) => isNamed && fits === roots.length)
    .map(({ result }) => result)
}
