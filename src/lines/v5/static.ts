import send from 'send';
import { createStatic } from '../../static.js';

export default createStatic((...args) => send(...args));
