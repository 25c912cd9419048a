import type { Template } from '@throughline/contracts/templates'
import type { FlowDoc } from '@throughline/contracts/workflow-document'

interface About {
  id: string
  category: string
  tags: readonly string[]
  uses: number
  own: boolean
}

export const wireOf = (document: FlowDoc, { id, category, tags, uses, own }: About): Template => ({
  id,
  name: document.name,
  description: document.description ?? '',
  type: category,
  downloads: uses,
  steps: Object.values(document.steps),
  start_step: document.start_step,
  flow: document.type,
  tags: [...tags],
  prefix: document.prefix,
  own,
})
