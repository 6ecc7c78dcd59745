"""The official Python client of the 1.x line, which has revisions with a handshake only."""

import asyncio

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamablehttp_client
from pydantic import AnyUrl

from notes import bearer, drive, failure, server


async def session(transport):
    async with transport as (read, write, *_), ClientSession(read, write) as client:
        await client.initialize()
        await drive(client, AnyUrl)


async def main():
    url, token, command, args = server()
    await failure(session(streamablehttp_client(url, bearer("wrong"))))
    await session(streamablehttp_client(url, bearer(token)))
    await session(stdio_client(StdioServerParameters(command=command, args=args)))


asyncio.run(main())
