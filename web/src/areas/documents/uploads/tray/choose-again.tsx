import type { RefObject } from 'react'
import { toast } from '../../../../ui/toast.ts'
import { uploads } from '../engine/uploads.ts'
import { texts } from '../uploads.texts.ts'

const words = texts.tray

/** For files that a reload took away; several may be chosen at once, each finds its own upload. */
export function ChooseAgain({ input }: { input: RefObject<HTMLInputElement | null> }) {
  return (
    <input
      ref={input}
      type="file"
      multiple
      hidden
      aria-label={words.chooseAgain}
      onChange={({ target }) => {
        const others = uploads.giveAgain(Array.from(target.files ?? []))
        target.value = ''
        for (const { name } of others) toast.error(words.notTheSame(name), { description: words.notTheSameNote })
      }}
    />
  )
}
