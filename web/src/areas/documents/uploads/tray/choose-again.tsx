import type { RefObject } from 'react'
import { uploads } from '../../../../shared/uploads/engine/uploads.ts'
import { FileInput } from '../../../../ui/file-input.tsx'
import { toast } from '../../../../ui/toast.ts'
import { texts } from '../uploads.texts.ts'

const words = texts.tray

/** For files that a reload took away; several may be chosen at once, each finds its own upload. */
export function ChooseAgain({ input }: { input: RefObject<HTMLInputElement | null> }) {
  return (
    <FileInput
      ref={input}
      multiple
      label={words.chooseAgain}
      onFiles={(files) => {
        for (const { name } of uploads.giveAgain(files))
          toast.error(words.notTheSame(name), { description: words.notTheSameNote })
      }}
    />
  )
}
