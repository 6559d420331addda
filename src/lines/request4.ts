import type { Request } from 'express-serve-static-core';
import request5 from '../request/prototype.js';

const { query: _parsedByALayer, ...members } = Object.getOwnPropertyDescriptors(request5);

/** The request of 4.x: a layer sets its `query`, so that others may replace it. */
const request = Object.create(Object.getPrototypeOf(request5), members) as Request;

export default request;
