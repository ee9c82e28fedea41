import { jobQueueContract } from '../../testing/job-queue.contract.js';
import { openMongoQueue } from '../../testing/open-queues.js';

jobQueueContract('MongoDB', openMongoQueue);
