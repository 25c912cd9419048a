import { Tag } from '../../../../ui/tag.tsx'
import { useKnown } from '../expressions/known.ts'
import { Group } from '../parts/group.tsx'
import { texts } from './kinds.texts.ts'

const words = texts.condition

/** What expressions of this step can read. */
export function KnownHere() {
  const all = useKnown().variables()
  const tags = (sure: boolean) =>
    all
      .filter((one) => one.sure === sure)
      .map(({ name, type }) => (
        <li key={name} className="max-w-full">
          <Tag className="font-mono font-normal">
            <span translate="no">{`${name} ${type}`}</span>
          </Tag>
        </li>
      ))
  const sure = tags(true)
  const maybe = tags(false)
  return (
    <Group title={words.known}>
      <p className="-mt-1.5 text-xs text-fg-3">{sure.length > 0 ? words.knownNote : words.knownNone}</p>
      {sure.length > 0 && <ul className="flex flex-wrap gap-1.5">{sure}</ul>}
      {maybe.length > 0 && (
        <>
          <p className="text-xs text-fg-3">{words.maybe}</p>
          <ul className="flex flex-wrap gap-1.5">{maybe}</ul>
        </>
      )}
    </Group>
  )
}
