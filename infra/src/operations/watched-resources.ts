import type { Construct } from 'constructs';
import { AppApi } from '../constructs/app-api.ts';
import { NodeFunction } from '../constructs/node-function.ts';
import { SingleTable } from '../constructs/single-table.ts';
import { WorkQueue } from '../constructs/work-queue.ts';
import { Auth } from '../domains/auth.ts';
import { LJMonitor } from '../domains/ljmonitor.ts';
import { StackWorkflow } from '../domains/stack-workflow.ts';

/** The resources that operations watch. */
export interface WatchedResources {
  api: AppApi;
  auth: Auth;
  monitor: LJMonitor;
  functions: NodeFunction<object>[];
  queues: WorkQueue[];
  tables: SingleTable[];
  workflows: StackWorkflow[];
}

/** Finds the watched resources by their class, so that a new one cannot be forgotten. */
export function findWatchedResources(stack: Construct): WatchedResources {
  const all = stack.node.findAll();
  const [api] = all.filter((each) => each instanceof AppApi);
  const [auth] = all.filter((each) => each instanceof Auth);
  const [monitor] = all.filter((each) => each instanceof LJMonitor);
  if (!api || !auth || !monitor) throw new Error('Operations watch a whole site: it comes last');
  return {
    api,
    auth,
    monitor,
    functions: all.filter(isFunction),
    queues: all.filter((each) => each instanceof WorkQueue),
    tables: all.filter((each) => each instanceof SingleTable),
    workflows: all.filter((each) => each instanceof StackWorkflow),
  };
}

const isFunction = (each: unknown): each is NodeFunction<object> => each instanceof NodeFunction;
