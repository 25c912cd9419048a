import { type Attachment, addAttachment } from '@throughline/contracts/tasks'
import type { Field } from '@throughline/contracts/workflow-document'
import { useEffect, useRef, useState } from 'react'
import { sizeText } from '../../../shared/format/size.ts'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { formTexts } from './form.texts.ts'

export type Upload = (file: File, field: Field, onProgress?: (part: number) => void) => Promise<Attachment>

/** On its way, or not arrived: then `problem` says why. */
export type Sending = { key: number; file: File; part: number; problem: string | undefined; tooLarge: boolean }

const MOST = addAttachment.file.maxBytes

let count = 0

/** Files go at once, several at the same time; each becomes part of the answer when it has arrived. */
export function useUploads(field: Field, upload: Upload | undefined, onArrived: (file: Attachment) => void) {
  const [sending, setSending] = useState<readonly Sending[]>([])
  const arrived = useRef(onArrived)
  useEffect(() => {
    arrived.current = onArrived
  })
  const patch = (key: number, differences: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...differences } : one)))
  const dismiss = (key: number) => setSending((all) => all.filter((one) => one.key !== key))

  const send = async ({ key, file }: Sending) => {
    if (!upload) return
    try {
      const attachment = await upload(file, field, (part) => patch(key, { part }))
      dismiss(key)
      arrived.current(attachment)
    } catch (error) {
      patch(key, { problem: serverMessageOf(error) ?? formTexts.file.failed })
    }
  }
  const add = (files: readonly File[]) => {
    const fresh = files.map((file): Sending => {
      const tooLarge = file.size > MOST
      const problem = tooLarge ? formTexts.file.tooLarge(sizeText(MOST)) : undefined
      return { key: ++count, file, part: 0, problem, tooLarge }
    })
    setSending((all) => [...all, ...fresh])
    for (const one of fresh) if (!one.tooLarge) void send(one)
  }
  const again = (one: Sending) => {
    patch(one.key, { part: 0, problem: undefined })
    void send(one)
  }
  return { sending, add, again, dismiss }
}
