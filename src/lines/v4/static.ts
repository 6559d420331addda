import mime from 'mime';
import { createStatic } from '../../static.js';
import { send } from '../shared/send.js';

export default Object.assign(createStatic(send), { mime });
