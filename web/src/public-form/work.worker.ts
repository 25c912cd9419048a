import { solveWork, type WorkTask } from '../shared/solve-work.ts'

addEventListener('message', ({ data }: MessageEvent<WorkTask>) => postMessage(solveWork(data)))
