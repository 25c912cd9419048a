import { useQueryClient } from '@tanstack/react-query'
import type { DocumentDetail } from '@throughline/contracts/documents'
import { useState } from 'react'
import { isChanged, serverMessageOf, wasRefused } from '../../../shared/server-message.ts'
import { useConfirmedValue } from '../../../shared/use-confirmed-value.ts'
import { toast } from '../../../ui/toast.ts'
import { decideFile } from '../detail/detail.api.ts'
import { documentQuery, useDocumentsRefresh } from '../documents.api.ts'
import { texts } from './decision.texts.ts'

export type Verdict = 'approve' | 'reject'

/**
 * A decision about exactly the bytes that are shown; never shown before the server has it. Where they were changed
 * meanwhile, the file is shown as it is now and asked about again.
 */
export function useFileDecision(file: DocumentDetail) {
  const queries = useQueryClient()
  const refresh = useDocumentsRefresh()
  const [busy, setBusy] = useState<Verdict>()
  const hand = useConfirmedValue(`${file.current_version} ${file.sha256}`)

  /** Whether it was taken. */
  const decide = async (decision: Verdict, comment: string): Promise<boolean> => {
    const { id, current_version: version_number, sha256 } = file
    if (busy || sha256 === null || !hand.press()) return false
    setBusy(decision)
    try {
      const said = await decideFile(id, { decision, comment, version_number, sha256 })
      queries.setQueryData(documentQuery(id).queryKey, said)
      hand.decided()
      toast.success(decision === 'approve' ? texts.approved(version_number) : texts.rejected(version_number))
      void refresh()
      return true
    } catch (error) {
      if (wasRefused(error)) await refresh()
      if (isChanged(error)) hand.refused()
      else {
        const description = serverMessageOf(error)
        toast.error(texts.notDecided, { id: `decide-${id}`, ...(description && { description }) })
      }
      return false
    } finally {
      setBusy(undefined)
    }
  }
  return { busy, changed: hand.changed, isTaken: hand.isTaken, decide }
}
