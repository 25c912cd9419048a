import { exportTasks as exported, requestTaskExport } from '@throughline/contracts/tasks'
import { api } from '../../../shared/api.ts'
import type { ExportCalls } from '../../../shared/export-button.tsx'
import { listQueryOf, type TaskFilter } from '../tasks.api.ts'

export const exportTasks = (filter: TaskFilter): ExportCalls => ({
  read: () => api(exported, { query: listQueryOf(filter) }),
  request: () => api(requestTaskExport, { body: listQueryOf(filter) }),
})
